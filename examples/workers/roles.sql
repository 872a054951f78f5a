-- Run once as a superuser in the database that the workers use:
--   WORKER_PASSWORD=… VIEWER_PASSWORD=… psql -d rehearse -f roles.sql
\set ON_ERROR_STOP on
\set worker_password `printenv WORKER_PASSWORD`
\set viewer_password `printenv VIEWER_PASSWORD`
SELECT :'worker_password' = '' OR :'viewer_password' = '' AS unset \gset
\if :unset
  DO $$ BEGIN RAISE 'WORKER_PASSWORD and VIEWER_PASSWORD must be set in the environment. Nothing was changed.'; END $$;
\endif

BEGIN;
-- Workers, and those who queue, stop and resume runs. Owns its two schemas and nothing else.
CREATE ROLE rehearse_worker LOGIN PASSWORD :'worker_password';
CREATE SCHEMA rehearse AUTHORIZATION rehearse_worker;
CREATE SCHEMA rehearse_queue AUTHORIZATION rehearse_worker;

-- For `runs`, `runs show`, `export --to` and `serve`. Can only read.
CREATE ROLE rehearse_viewer LOGIN PASSWORD :'viewer_password';
GRANT USAGE ON SCHEMA rehearse TO rehearse_viewer;
GRANT SELECT ON ALL TABLES IN SCHEMA rehearse TO rehearse_viewer;
ALTER DEFAULT PRIVILEGES FOR ROLE rehearse_worker IN SCHEMA rehearse GRANT SELECT ON TABLES TO rehearse_viewer;
COMMIT;
