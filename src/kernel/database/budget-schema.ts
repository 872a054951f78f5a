/** Tables and functions of the budget of a run, which all workers share. */

export const budgetStep = `
  -- Money of a run's budget that a worker may reserve without asking, and reservations that no journal shows yet.
  CREATE TABLE rehearse.allowance (
    run text NOT NULL,
    worker text NOT NULL,
    amount double precision NOT NULL,
    in_flight int NOT NULL,
    needs double precision NOT NULL,
    expires timestamptz NOT NULL,
    PRIMARY KEY (run, worker)
  );

  CREATE FUNCTION rehearse.pico(usd double precision) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT round(usd * 1e12)::bigint';
  -- What the journals of a run have come to at most, in millionths of a millionth of a dollar: whole numbers, so that many small
  -- changes add up exactly. In 16 parts, so that sessions that are stored at once rarely wait for each other.
  CREATE TABLE rehearse.spent (
    run text NOT NULL,
    part int NOT NULL,
    at_most bigint NOT NULL,
    PRIMARY KEY (run, part)
  ) WITH (fillfactor = 50);
  CREATE FUNCTION rehearse.count_spent() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    target bigint := CASE WHEN TG_OP = 'DELETE' THEN OLD.folder ELSE NEW.folder END;
    added bigint := 0;
  BEGIN
    IF TG_OP <> 'DELETE' THEN
      added := rehearse.pico(NEW.at_most);
    END IF;
    IF TG_OP <> 'INSERT' THEN
      added := added - rehearse.pico(OLD.at_most);
    END IF;
    -- Money that goes with its folder has none any more: the run is being deleted.
    INSERT INTO rehearse.spent AS s (run, part, at_most) SELECT f.run, target % 16, added FROM rehearse.folder f
      WHERE f.id = target AND added <> 0
      ON CONFLICT (run, part) DO UPDATE SET at_most = s.at_most + excluded.at_most;
    RETURN NULL;
  END $$;
  CREATE TRIGGER count_spent AFTER INSERT OR UPDATE OR DELETE ON rehearse.money
    FOR EACH ROW EXECUTE FUNCTION rehearse.count_spent();
  CREATE FUNCTION rehearse.spent_on(target text) RETURNS double precision LANGUAGE sql AS
    'SELECT coalesce(sum(at_most), 0)::double precision / 1e12 FROM rehearse.spent WHERE run = target';

  -- Renews a worker's allowance. "unstored" is reserved and in no journal yet; "rest" is free. With "needed" above 0 the rest is put
  -- back, and a new one is given if it covers at least that: "wanted" if possible, and a share of what is left while there is plenty.
  CREATE FUNCTION rehearse.lease_allowance(
    target text, asker text, cap double precision, unstored double precision, rest double precision, needed double precision,
    wanted double precision, running int, life double precision
  ) RETURNS TABLE (granted double precision, spent double precision, available double precision, busy boolean, contended boolean, live int)
  LANGUAGE plpgsql AS $$
  DECLARE
    t timestamptz;
    others record;
    share double precision;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('rehearse.allowance ' || target, 0));
    t := clock_timestamp();
    DELETE FROM rehearse.allowance a WHERE a.run = target AND a.expires <= t;
    spent := rehearse.spent_on(target);
    SELECT coalesce(sum(a.amount), 0) AS amount, count(*) AS live, coalesce(bool_or(a.amount > 0 OR a.in_flight > 0), false) AS busy,
        coalesce(bool_or(a.needs > 0), false) AS contended
      INTO others FROM rehearse.allowance a WHERE a.run = target AND a.worker <> asker;
    busy := others.busy;
    contended := others.contended;
    live := others.live;
    available := cap - spent - others.amount - unstored;
    granted := rest;
    IF needed > 0 THEN
      -- Sums of many amounts are a little off in their last digits; a millionth of a millionth of a dollar is none.
      IF needed > available + 1e-12 THEN
        granted := 0;
      ELSE
        share := (available - wanted) / (4 * (1 + live));
        IF contended OR share < needed THEN
          share := 0;
        END IF;
        granted := greatest(needed, least(available, wanted + share));
      END IF;
    END IF;
    IF unstored + granted <= 0 AND running = 0 AND needed = 0 THEN
      DELETE FROM rehearse.allowance a WHERE a.run = target AND a.worker = asker;
    ELSE
      INSERT INTO rehearse.allowance AS a (run, worker, amount, in_flight, needs, expires)
        VALUES (target, asker, unstored + granted, running, CASE WHEN granted > 0 THEN 0 ELSE needed END, t + life * interval '1 millisecond')
        ON CONFLICT (run, worker) DO UPDATE
          SET amount = excluded.amount, in_flight = excluded.in_flight, needs = excluded.needs, expires = excluded.expires;
    END IF;
    RETURN NEXT;
  END $$;

  -- What the run has left when everything stored and allowed is counted. Negative: more was promised than there is.
  CREATE FUNCTION rehearse.budget_left(target text, cap double precision) RETURNS double precision LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('rehearse.allowance ' || target, 0));
    RETURN cap
      - rehearse.spent_on(target)
      - (SELECT coalesce(sum(a.amount), 0) FROM rehearse.allowance a WHERE a.run = target AND a.expires > clock_timestamp());
  END $$;
`;
