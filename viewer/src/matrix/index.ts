import "./matrix.css";

export { MatrixPage } from "./matrix-page.tsx";
