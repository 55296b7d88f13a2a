import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { useStore as useFlowStore } from '@xyflow/react'
import type { Point } from '../../../lib/node-places.ts'
import type { Use } from './state-lane/lit-nodes.ts'

export type PaletteRequest = {
  /** Pixels from the canvas' top left corner. */
  screenPosition: Point
  /** Where the new node goes, in the graph's own coordinates. */
  place: Point
  /** Connect the new node after this one. */
  from?: { node: string; port: string | null }
  /** Connect the new node before this one. */
  to?: string
  /** Put the new node into this edge. */
  edgeIndex?: number
}

type CanvasUi = {
  palette: PaletteRequest | undefined
  /** The node whose title is being typed. */
  renaming: string | undefined
  hasMinimap: boolean
  /** The edge one of whose ends is being dragged. */
  movedEdge: string | undefined
  /** Where an edge made by keys begins. */
  linking: { node: string; port: string | null } | undefined
  /** The channel whose form is open, by its place in the state. */
  openChannel: number | undefined
  /** The channel pointed at: where it stands, in pixels from the left, and what nodes do with it. */
  highlight: { x: number; nodes: Readonly<Record<string, Use>> } | undefined
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
  if (!store) throw new Error('There is no canvas around this component')
  return store
}

export const useCanvasUi = <T>(select: (ui: CanvasUi) => T): T =>
  useStore(useCanvasUiStore(), select)

/** How much is drawn of a node: all of it, its title, or only where it stands. */
type Detail = 'cards' | 'boxes' | 'blocks'

const CARDS_FROM = 0.4
const BOXES_FROM = 0.2

export const detailAt = (zoom: number): Detail =>
  zoom >= CARDS_FROM ? 'cards' : zoom >= BOXES_FROM ? 'boxes' : 'blocks'

export const useDetail = (): Detail => useFlowStore(({ transform }) => detailAt(transform[2]))
