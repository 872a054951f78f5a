import { createElement } from "react";
import { Empty } from "../ui/index.ts";

export const ComparePage = () => createElement(Empty, { title: "ComparePage" });
