import { useReactFlow } from '@xyflow/react'
import type { MouseEvent } from 'react'
import { useCanvasUiStore } from './canvas-ui.ts'

/** A double click on the empty pane asks what to add there. */
export function usePaneDoubleClick() {
  const ui = useCanvasUiStore()
  const { screenToFlowPosition } = useReactFlow()

  return (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element)) return
    if (!event.target.classList.contains('react-flow__pane')) return
    const corner = event.currentTarget.getBoundingClientRect()
    const place = screenToFlowPosition({ x: event.clientX, y: event.clientY })
    ui.setState({
      palette: {
        at: [event.clientX - corner.left, event.clientY - corner.top],
        place: [place.x, place.y],
      },
    })
  }
}
