export { RetrievalRoutes } from "./retrieval-routes.tsx";
