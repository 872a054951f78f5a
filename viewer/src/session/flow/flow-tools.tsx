import { useReactFlow } from "@xyflow/react";

/** Below the flow, where they cover nothing of it. */
export function FlowTools() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <div className="flow-tools">
      <button type="button" className="quiet" onClick={() => void zoomOut()}>
        Smaller
      </button>
      <button type="button" className="quiet" onClick={() => void zoomIn()}>
        Larger
      </button>
      <button type="button" className="quiet" onClick={() => void fitView({ maxZoom: 1 })}>
        All of it
      </button>
      <span className="muted small">Drag or scroll to move</span>
    </div>
  );
}
