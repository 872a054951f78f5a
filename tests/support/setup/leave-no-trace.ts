/** Test files share their process one after the other: what one of them changed about it, the next does not find. */
import { afterAll, vi } from "vitest";

const here = process.cwd();

afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.chdir(here);
});
