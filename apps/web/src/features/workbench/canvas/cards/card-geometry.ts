import { END, type GraphDocument, START } from '@lathe/contract'
import { portsAt } from '@lathe/graph'
import { type NodeHandle, Position } from '@xyflow/react'
import { summarizeNode } from '@lathe/nodes'
import { noteIndex } from '../../notes.ts'
import { portHandle } from '../edges/flow-edges.ts'

export type Size = { width: number; height: number }

// Matches card.module.css and note-card.module.css.
const BORDER = 1
const HEAD = 36
const SUMMARY_LINE = 16
const SUMMARY_MARGIN = 8
const PORT = 24
const HANDLE = 10
const STEP_WIDTH = 200
const ENDS_WIDTH = 160
const CHARACTERS_PER_LINE = 30

const isNamedPort = ({ role }: { role: string }) => role !== 'out' && role !== 'error'

/** Estimates a card's size. Only the wrapped lines of the summary need measuring. */
export function cardSize(document: GraphDocument, id: string): Size {
  const note = noteIndex(id)
  if (note !== undefined) {
    const lines = (document.notes[note]?.text.length ?? 0) / CHARACTERS_PER_LINE
    return { width: STEP_WIDTH, height: 2 * SUMMARY_MARGIN + Math.ceil(lines) * SUMMARY_LINE }
  }
  const node = document.nodes[id]
  const ports = portsAt(document, id).filter(isNamedPort).length
  const isLong = node !== undefined && summarizeNode(node).length > CHARACTERS_PER_LINE
  const lines = isLong && ports === 0 ? 2 : 1
  const rows = ports > 0 ? BORDER + ports * PORT : 0
  return {
    width: id === START || id === END ? ENDS_WIDTH : STEP_WIDTH,
    height: 2 * BORDER + HEAD + lines * SUMMARY_LINE + SUMMARY_MARGIN + rows,
  }
}

/** Returns the anchors of a card's edges. Cards outside the viewport have no DOM handles. */
export function cardHandles(
  document: GraphDocument,
  id: string,
  { width, height }: Size,
): NodeHandle[] {
  if (noteIndex(id) !== undefined) return []
  const titleY = BORDER + HEAD / 2
  const below = BORDER + HEAD + SUMMARY_LINE + SUMMARY_MARGIN + BORDER + PORT / 2
  const ports = portsAt(document, id)
  const namedPorts = ports.filter(isNamedPort)
  return [
    ...(id === START ? [] : [handle('in', 'target', Position.Left, [BORDER, titleY])]),
    ...ports.map(({ name, role }) => {
      const id = portHandle(name)
      if (role === 'error') {
        return handle(id, 'source', Position.Bottom, [width / 2, height - BORDER])
      }
      const row = namedPorts.findIndex((port) => port.name === name)
      const y = role === 'out' ? titleY : below + row * PORT
      return handle(id, 'source', Position.Right, [width - BORDER, y])
    }),
  ]
}

const handle = (
  id: string,
  type: NodeHandle['type'],
  position: Position,
  [x, y]: [number, number],
): NodeHandle => ({
  id,
  type,
  position,
  x: x - HANDLE / 2,
  y: y - HANDLE / 2,
  width: HANDLE,
  height: HANDLE,
})
