/** Tokens and money: the provider's counts are booked at the catalog's price. */
import "./cases/prices-cases.ts";
import "./cases/voyage-cases.ts";
