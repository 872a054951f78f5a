import { createElement } from "react";
import { Empty } from "../ui/index.ts";

export const FailuresPage = () => createElement(Empty, { title: "Failures" });
