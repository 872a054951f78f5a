/** What every provider must do the same. Few test files and many case files: each test file loads the vendors' packages anew. */
import { chatVendors } from "./chat-vendors.ts";
import { testProvider } from "./provider-cases.ts";
import "./overflow-cases.ts";
import "./retry-after-cases.ts";
import "./secrets-cases.ts";

for (const vendor of chatVendors) testProvider(vendor);
