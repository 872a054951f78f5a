/** Tokens and money: what the provider counted is what is booked, at the price of the catalog. */
import "./cases/prices-cases.ts";
import "./cases/voyage-cases.ts";
