import { useStore } from '@xyflow/react'

/** How much is drawn of a node: all of it, its title, or only where it stands. */
export type Detail = 'cards' | 'boxes' | 'blocks'

const CARDS_FROM = 0.4
const BOXES_FROM = 0.2

export const detailAt = (zoom: number): Detail =>
  zoom >= CARDS_FROM ? 'cards' : zoom >= BOXES_FROM ? 'boxes' : 'blocks'

export const useDetail = (): Detail => useStore(({ transform }) => detailAt(transform[2]))
