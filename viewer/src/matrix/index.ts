export { MatrixRoutes } from "./matrix-routes.tsx";
