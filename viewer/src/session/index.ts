import { createElement } from "react";
import { Empty } from "../ui/index.ts";

export const SessionPage = ({ id }: { id: string }) => createElement(Empty, { title: id });
