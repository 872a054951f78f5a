/** Tables and functions of the budget of a run, which all workers share. */

export const allowanceStep = `
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
    SELECT coalesce(sum(m.at_most), 0) INTO spent
      FROM rehearse.money m JOIN rehearse.folder f ON f.id = m.folder WHERE f.run = target;
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
      - (SELECT coalesce(sum(m.at_most), 0) FROM rehearse.money m JOIN rehearse.folder f ON f.id = m.folder WHERE f.run = target)
      - (SELECT coalesce(sum(a.amount), 0) FROM rehearse.allowance a WHERE a.run = target AND a.expires > clock_timestamp());
  END $$;
`;

export const spentStep = `
  CREATE FUNCTION rehearse.pico(usd double precision) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT round(usd * 1e12)::bigint';
  -- What the journals of a run have come to at most, in millionths of a millionth of a dollar: whole numbers, so that many small
  -- changes add up exactly. In 16 parts, so that sessions that are stored at once rarely wait for each other.
  CREATE TABLE rehearse.spent (
    run text NOT NULL,
    part int NOT NULL,
    at_most bigint NOT NULL,
    PRIMARY KEY (run, part)
  ) WITH (fillfactor = 50);
  INSERT INTO rehearse.spent (run, part, at_most)
    SELECT f.run, f.id % 16, sum(rehearse.pico(m.at_most)) FROM rehearse.money m JOIN rehearse.folder f ON f.id = m.folder GROUP BY 1, 2;
  CREATE FUNCTION rehearse.spent_on(target text) RETURNS double precision LANGUAGE sql AS
    'SELECT coalesce(sum(at_most), 0)::double precision / 1e12 FROM rehearse.spent WHERE run = target';

  -- Stores changes in their order, unless the folder was taken by somebody else. Running it twice changes nothing.
  CREATE OR REPLACE FUNCTION rehearse.store(
    target bigint, held bigint, kinds text[], paths text[], places bigint[], contents bytea[],
    journals text[], costs double precision[], most double precision[]
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    current bigint;
    owner text;
    had bigint;
    added bigint := 0;
  BEGIN
    SELECT epoch, run INTO current, owner FROM rehearse.folder WHERE id = target FOR NO KEY UPDATE;
    IF current IS DISTINCT FROM held THEN
      RETURN false;
    END IF;
    FOR i IN 1 .. coalesce(array_length(kinds, 1), 0) LOOP
      IF kinds[i] = 'append' THEN
        INSERT INTO rehearse.line (folder, path, at, data) VALUES (target, paths[i], places[i], contents[i])
          ON CONFLICT DO NOTHING;
      ELSE
        DELETE FROM rehearse.line WHERE folder = target AND path = paths[i];
        IF kinds[i] = 'remove' THEN
          DELETE FROM rehearse.line WHERE folder = target AND starts_with(path, paths[i] || '/');
          DELETE FROM rehearse.file WHERE folder = target AND (path = paths[i] OR starts_with(path, paths[i] || '/'));
          WITH gone AS (
            DELETE FROM rehearse.money WHERE folder = target AND (path = paths[i] OR starts_with(path, paths[i] || '/')) RETURNING at_most
          ) SELECT sum(rehearse.pico(at_most)) INTO had FROM gone;
          added := added - coalesce(had, 0);
        ELSE
          INSERT INTO rehearse.file (folder, path, data) VALUES (target, paths[i], contents[i])
            ON CONFLICT (folder, path) DO UPDATE SET data = excluded.data, changed = now();
        END IF;
      END IF;
    END LOOP;
    FOR i IN 1 .. coalesce(array_length(journals, 1), 0) LOOP
      SELECT rehearse.pico(at_most) INTO had FROM rehearse.money WHERE folder = target AND path = journals[i];
      added := added + rehearse.pico(most[i]) - coalesce(had, 0);
      INSERT INTO rehearse.money (folder, path, cost, at_most) VALUES (target, journals[i], costs[i], most[i])
        ON CONFLICT (folder, path) DO UPDATE SET cost = excluded.cost, at_most = excluded.at_most;
    END LOOP;
    UPDATE rehearse.folder SET changed = now() WHERE id = target;
    -- Last, so that others wait for this row only while it is committed.
    IF added <> 0 THEN
      INSERT INTO rehearse.spent AS s (run, part, at_most) VALUES (owner, target % 16, added)
        ON CONFLICT (run, part) DO UPDATE SET at_most = s.at_most + excluded.at_most;
    END IF;
    RETURN true;
  END $$;

  CREATE OR REPLACE FUNCTION rehearse.lease_allowance(
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
  CREATE OR REPLACE FUNCTION rehearse.budget_left(target text, cap double precision) RETURNS double precision LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('rehearse.allowance ' || target, 0));
    RETURN cap
      - rehearse.spent_on(target)
      - (SELECT coalesce(sum(a.amount), 0) FROM rehearse.allowance a WHERE a.run = target AND a.expires > clock_timestamp());
  END $$;
`;
