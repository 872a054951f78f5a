export { BisectPage } from "./bisect-page.tsx";
