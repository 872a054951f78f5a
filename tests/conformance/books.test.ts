/** Tokens and money: what the provider counted is what is booked, at the price of the catalog. */
import "./prices-cases.ts";
import "./voyage-cases.ts";
