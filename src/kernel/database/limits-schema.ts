/** Tables and functions of the limits of providers, which all workers share. */

/**
 * Times are the database's own, read after the row is locked.
 * Each function can run twice: what the first run gave is found again, or expires.
 */
export const limitsStep = `
  CREATE TABLE rehearse.limit_name (
    name text PRIMARY KEY,
    next_start timestamptz NOT NULL DEFAULT '-infinity',
    paused_until timestamptz NOT NULL DEFAULT '-infinity'
  );
  CREATE SEQUENCE rehearse.limit_block;
  -- Starts in the window. "at" is the latest moment at which they can have been made: for a block that is still out, its expiry.
  CREATE TABLE rehearse.limit_start (
    name text NOT NULL,
    at timestamptz NOT NULL,
    tokens int NOT NULL,
    block bigint
  );
  CREATE INDEX limit_start_at ON rehearse.limit_start (name, at);
  CREATE INDEX limit_start_block ON rehearse.limit_start (block) WHERE block IS NOT NULL;
  -- Workers that ask for starts, the limit that their runs have, and since when they have waited for a start.
  CREATE TABLE rehearse.limit_asker (
    name text NOT NULL,
    worker text NOT NULL,
    minute int NOT NULL,
    seen timestamptz NOT NULL,
    waiting_since timestamptz,
    PRIMARY KEY (name, worker)
  );
  -- Permits to have a call in flight.
  CREATE TABLE rehearse.limit_permit (
    name text NOT NULL,
    worker text NOT NULL,
    most int NOT NULL,
    held int NOT NULL,
    wants int NOT NULL,
    waiting_since timestamptz,
    seen timestamptz NOT NULL,
    expires timestamptz NOT NULL,
    PRIMARY KEY (name, worker)
  );

  -- Reports blocks that are done with, and leases the next one: starts that count for all the names at once. A spaced start may
  -- leave from "starts" on and for "life" after that; the gaps contain that.
  CREATE FUNCTION rehearse.lease_starts(
    asker text, names text[], minute int[], gaps double precision[], want int, lead double precision, life double precision,
    span double precision, closed bigint[], used bigint[], ago double precision[]
  ) RETURNS TABLE (leased bigint, granted int, starts double precision, asked double precision, retry double precision) LANGUAGE plpgsql AS $$
  DECLARE
    ms constant interval := interval '1 millisecond';
    t timestamptz;
    first timestamptz;
    spaced boolean := false;
    facts record;
    since timestamptz;
    lowest int;
    taken int;
    ahead int;
    askers int;
    free int;
  BEGIN
    INSERT INTO rehearse.limit_name (name) SELECT n FROM unnest(names) n ORDER BY n ON CONFLICT DO NOTHING;
    -- In the order of names, so that two workers cannot wait for each other.
    PERFORM 1 FROM rehearse.limit_name l WHERE l.name = ANY (names) ORDER BY l.name FOR UPDATE;
    t := clock_timestamp();
    -- A block is reported once: a second report finds nothing to replace.
    WITH gone AS (DELETE FROM rehearse.limit_start s WHERE s.block = ANY (closed) RETURNING s.block, s.name)
      INSERT INTO rehearse.limit_start (name, at, tokens)
      SELECT gone.name, t - u.ago * ms, 1 FROM gone JOIN unnest(used, ago) u (block, ago) ON u.block = gone.block;
    DELETE FROM rehearse.limit_start s WHERE s.name = ANY (names) AND s.at < t - 2 * span * ms;
    granted := want;
    retry := 0;
    asked := extract(epoch FROM t) * 1000;
    IF want <= 0 THEN
      RETURN NEXT;
      RETURN;
    END IF;
    -- Nobody can leave at once: the call must be stored first.
    first := t + lead * ms;
    FOR i IN 1 .. array_length(names, 1) LOOP
      SELECT l.next_start, l.paused_until INTO facts FROM rehearse.limit_name l WHERE l.name = names[i];
      IF facts.paused_until > t THEN
        granted := 0;
        retry := greatest(retry, extract(epoch FROM facts.paused_until - t) * 1000);
      END IF;
      IF gaps[i] > 0 THEN
        spaced := true;
        first := greatest(first, facts.next_start);
      END IF;
      IF minute[i] IS NOT NULL THEN
        INSERT INTO rehearse.limit_asker AS a (name, worker, minute, seen) VALUES (names[i], asker, minute[i], t)
          ON CONFLICT (name, worker) DO UPDATE SET minute = excluded.minute, seen = t
          RETURNING a.waiting_since INTO since;
        -- Of several limits the lowest holds: under a higher one, a run with a lower one would never get a start.
        SELECT min(a.minute) FILTER (WHERE a.seen > t - 5000 * ms), count(*) FILTER (WHERE a.seen > t - 5000 * ms),
            count(*) FILTER (WHERE a.worker <> asker AND a.seen > t - 3000 * ms AND a.waiting_since < coalesce(since, t))
          INTO lowest, askers, ahead FROM rehearse.limit_asker a WHERE a.name = names[i];
        SELECT coalesce(sum(s.tokens), 0) INTO taken FROM rehearse.limit_start s
          WHERE s.name = names[i] AND s.at > t - span * ms;
        free := lowest - taken - ahead;
        IF free <= 0 THEN
          granted := 0;
          UPDATE rehearse.limit_asker a SET waiting_since = coalesce(since, t) WHERE a.name = names[i] AND a.worker = asker;
          SELECT greatest(retry, least(1000, greatest(20, 10 * askers, extract(epoch FROM min(s.at) + span * ms - t) * 1000)))
            INTO retry FROM rehearse.limit_start s WHERE s.name = names[i] AND s.at > t - span * ms;
        ELSE
          -- Half of a fair share: blocks shrink as the limit nears, down to single starts.
          granted := least(granted, greatest(1, free / (2 * askers)));
        END IF;
      END IF;
    END LOOP;
    IF granted > 0 THEN
      IF spaced THEN
        granted := 1;
      END IF;
      starts := extract(epoch FROM first) * 1000;
      leased := nextval('rehearse.limit_block');
      FOR i IN 1 .. array_length(names, 1) LOOP
        IF gaps[i] > 0 THEN
          UPDATE rehearse.limit_name l SET next_start = first + gaps[i] * ms WHERE l.name = names[i];
        END IF;
        IF minute[i] IS NOT NULL THEN
          INSERT INTO rehearse.limit_start (name, at, tokens, block) VALUES (names[i], first + life * ms, granted, leased);
          UPDATE rehearse.limit_asker a SET waiting_since = NULL
            WHERE a.name = names[i] AND a.worker = asker AND a.waiting_since IS NOT NULL;
        END IF;
      END LOOP;
    END IF;
    RETURN NEXT;
  END $$;

  -- Renews a worker's permits and changes their number. "running": calls that have left, which count whatever happened meanwhile;
  -- "starting": calls that are about to leave; "want": both, and those that wait. "allowed" is below "held" where others wait.
  CREATE FUNCTION rehearse.lease_permits(
    target text, asker text, most int, running int, starting int, want int, life double precision
  ) RETURNS TABLE (held int, allowed int, retry double precision, pause double precision) LANGUAGE plpgsql AS $$
  DECLARE
    ms constant interval := interval '1 millisecond';
    t timestamptz;
    paused timestamptz;
    mine record;
    had int := 0;
    since timestamptz;
    others record;
    limited int;
    active int;
    share int;
    free int;
    claimed int;
    richer int;
    before int;
  BEGIN
    INSERT INTO rehearse.limit_name (name) VALUES (target) ON CONFLICT DO NOTHING;
    SELECT l.paused_until INTO paused FROM rehearse.limit_name l WHERE l.name = target FOR UPDATE;
    t := clock_timestamp();
    DELETE FROM rehearse.limit_permit p WHERE p.name = target AND p.expires <= t;
    SELECT p.held, p.waiting_since INTO mine FROM rehearse.limit_permit p WHERE p.name = target AND p.worker = asker;
    IF FOUND THEN
      had := mine.held;
      since := mine.waiting_since;
    ELSE
      starting := 0;
    END IF;
    SELECT coalesce(sum(p.held), 0) AS held, min(p.most) AS most,
        count(*) FILTER (WHERE p.held > 0 OR p.wants > 0 AND p.seen > t - 5000 * ms) AS active,
        count(*) FILTER (WHERE p.wants > p.held AND p.seen > t - 5000 * ms) AS unsatisfied,
        count(*) FILTER (WHERE p.held = 0 AND p.wants > 0 AND p.seen > t - 5000 * ms) AS starving
      INTO others FROM rehearse.limit_permit p WHERE p.name = target AND p.worker <> asker;
    -- Of several limits the lowest holds.
    limited := least(most, others.most);
    active := 1 + others.active;
    share := limited / active;
    free := greatest(0, limited - others.held);
    IF others.unsatisfied = 0 THEN
      allowed := limited;
    ELSIF share > 0 THEN
      SELECT coalesce(sum(least(p.wants, (limited + active - 1) / active)), 0), count(*) FILTER (WHERE p.held > share)
        INTO claimed, richer FROM rehearse.limit_permit p WHERE p.name = target AND p.worker <> asker;
      allowed := greatest(share + CASE WHEN richer < limited - share * active THEN 1 ELSE 0 END, limited - claimed);
    ELSIF had > 0 THEN
      -- Fewer permits than workers: they take turns.
      allowed := CASE WHEN others.starving > 0 THEN 0 ELSE 1 END;
    ELSE
      SELECT count(*) INTO before FROM rehearse.limit_permit p
        WHERE p.name = target AND p.worker <> asker AND p.held = 0 AND p.wants > 0 AND p.seen > t - 5000 * ms
          AND p.waiting_since < coalesce(since, t);
      allowed := CASE WHEN free > before THEN 1 ELSE 0 END;
    END IF;
    allowed := least(want, allowed);
    held := greatest(running + starting, least(allowed, free));
    retry := 100 * greatest(1, others.unsatisfied / 4.0);
    -- Before Postgres 17, infinite times cannot be subtracted.
    pause := CASE WHEN paused > t THEN extract(epoch FROM paused - t) * 1000 ELSE 0 END;
    IF want = 0 AND held = 0 THEN
      DELETE FROM rehearse.limit_permit p WHERE p.name = target AND p.worker = asker;
    ELSE
      since := CASE WHEN held > 0 THEN NULL WHEN had > 0 THEN t ELSE coalesce(since, t) END;
      INSERT INTO rehearse.limit_permit AS p (name, worker, most, held, wants, waiting_since, seen, expires)
        VALUES (target, asker, lease_permits.most, lease_permits.held, want, since, t, t + life * ms)
        ON CONFLICT (name, worker) DO UPDATE
          SET most = excluded.most, held = excluded.held, wants = excluded.wants, waiting_since = excluded.waiting_since, seen = t, expires = excluded.expires;
    END IF;
    RETURN NEXT;
  END $$;
`;
