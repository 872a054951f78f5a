\getenv worker_password WORKER_PASSWORD
\getenv viewer_password VIEWER_PASSWORD

-- Workers, and those who queue, stop and resume runs. Owns its two schemas and nothing else.
CREATE ROLE rehearse_worker LOGIN PASSWORD :'worker_password';
CREATE SCHEMA rehearse AUTHORIZATION rehearse_worker;
CREATE SCHEMA rehearse_queue AUTHORIZATION rehearse_worker;

-- For `runs`, `runs show`, `export --to` and `serve`. Can only read.
CREATE ROLE rehearse_viewer LOGIN PASSWORD :'viewer_password';
GRANT USAGE ON SCHEMA rehearse TO rehearse_viewer;
GRANT SELECT ON ALL TABLES IN SCHEMA rehearse TO rehearse_viewer;
ALTER DEFAULT PRIVILEGES FOR ROLE rehearse_worker IN SCHEMA rehearse GRANT SELECT ON TABLES TO rehearse_viewer;
