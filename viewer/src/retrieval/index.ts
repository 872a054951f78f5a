import { createElement } from "react";
import { Empty } from "../ui/index.ts";

export const RetrievalRoutes = () => createElement(Empty, { title: "Retrieval" });
