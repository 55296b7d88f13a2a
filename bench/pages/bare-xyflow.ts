// The peer of the canvas: xyflow alone with plain nodes and edges.
import { Background, ReactFlow } from '@xyflow/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

export type PlainGraph = {
  nodes: { id: string; position: { x: number; y: number }; data: { label: string } }[]
  edges: { id: string; source: string; target: string }[]
  fitView: boolean
}

Object.assign(globalThis, {
  showPlain: ({ nodes, edges, fitView }: PlainGraph) => {
    const root = document.createElement('div')
    root.style.cssText = 'position: fixed; inset: 0'
    document.body.replaceChildren(root)
    const style = { width: 200, border: '1px solid', padding: 8 }
    createRoot(root).render(
      createElement(
        ReactFlow,
        {
          defaultNodes: nodes.map((node) => ({ ...node, style })),
          defaultEdges: edges,
          fitView,
          minZoom: 0.1,
        },
        createElement(Background),
      ),
    )
  },
})
