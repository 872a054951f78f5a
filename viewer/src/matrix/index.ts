import { createElement } from "react";
import { Empty } from "../ui/index.ts";

export const MatrixRoutes = () => createElement(Empty, { title: "Matrices" });
