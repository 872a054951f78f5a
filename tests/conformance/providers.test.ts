/** What every provider must do the same. Few test files and many case files: each test file loads the vendors' packages anew. */
import { chatVendors } from "./loopback/chat-vendors.ts";
import { testProvider } from "./cases/provider-cases.ts";
import "./cases/overflow-cases.ts";
import "./cases/retry-after-cases.ts";
import "./cases/secrets-cases.ts";

for (const vendor of chatVendors) testProvider(vendor);
