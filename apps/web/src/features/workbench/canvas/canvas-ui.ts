import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { useStore as useFlowStore } from '@xyflow/react'
import type { Point } from '../../../lib/values/node-positions.ts'
import type { ChannelUse } from './state-lane/lit-nodes.ts'

export type PaletteRequest = {
  /** Pixels from the canvas' top left corner. */
  screenPosition: Point
  /** Position of the new node in graph coordinates. */
  position: Point
  /** Connect the new node after this one. */
  from?: { node: string; port: string | null }
  /** Connect the new node before this one. */
  to?: string
  /** Insert the new node into this edge. */
  edgeIndex?: number
}

type CanvasUi = {
  palette: PaletteRequest | undefined
  /** Id of the card whose title or text is being edited. */
  renaming: string | undefined
  hasMinimap: boolean
  /** Key of the edge whose end is being dragged. */
  movedEdge: string | undefined
  /** Source of the edge being created by keyboard. */
  linking: { node: string; port: string | null } | undefined
  /** Index of the channel whose form is open. */
  openChannel: number | undefined
  /** The highlighted channel: its centre in pixels from the left, and its use by node id. */
  highlight: { x: number; nodes: Readonly<Record<string, ChannelUse>> } | undefined
}

const MINIMAP_FROM = 15

export const createCanvasUi = (nodeCount: number) =>
  createStore<CanvasUi>()(() => ({
    palette: undefined,
    renaming: undefined,
    movedEdge: undefined,
    linking: undefined,
    openChannel: undefined,
    highlight: undefined,
    hasMinimap: nodeCount >= MINIMAP_FROM,
  }))

export const CanvasUiContext = createContext<StoreApi<CanvasUi> | null>(null)

export function useCanvasUiStore(): StoreApi<CanvasUi> {
  const store = useContext(CanvasUiContext)
  if (!store) throw new Error('useCanvasUiStore must be used inside a Canvas')
  return store
}

export const useCanvasUi = <T>(select: (ui: CanvasUi) => T): T =>
  useStore(useCanvasUiStore(), select)

/** Level of detail: whole cards, icon and title, or plain blocks. */
type DetailLevel = 'cards' | 'boxes' | 'blocks'

const CARDS_MIN_ZOOM = 0.4
const BOXES_MIN_ZOOM = 0.2

export const detailAt = (zoom: number): DetailLevel =>
  zoom >= CARDS_MIN_ZOOM ? 'cards' : zoom >= BOXES_MIN_ZOOM ? 'boxes' : 'blocks'

export const useDetail = (): DetailLevel => useFlowStore(({ transform }) => detailAt(transform[2]))
