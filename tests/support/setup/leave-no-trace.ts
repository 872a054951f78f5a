/**
 * Test files share a process one after another: this undoes what one of them changed, so that the next does not see it.
 */
import { afterAll, vi } from "vitest";

const here = process.cwd();

afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.chdir(here);
});
