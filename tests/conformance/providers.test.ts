/**
 * Cases that every provider must pass. There are few test files and many case files, because each test file loads the
 * vendors' packages again.
 */
import { chatVendors, ownHosts } from "./loopback/chat-vendors.ts";
import { testProvider } from "./cases/provider-cases.ts";
import "./cases/overflow-cases.ts";
import "./cases/secrets-cases.ts";
import "./cases/size-cases.ts";

for (const vendor of [...chatVendors, ...ownHosts]) testProvider(vendor);
