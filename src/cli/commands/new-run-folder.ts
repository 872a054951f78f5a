export { newRunFolder } from "../../kernel/store/index.ts";
