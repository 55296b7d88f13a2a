import {
  IconArrowsSplit2,
  IconBook2,
  IconCode,
  IconEqual,
  IconFlag3,
  IconHandStop,
  IconPlayerPlay,
  IconRobot,
  IconSparkles,
  IconTool,
  IconTools,
  IconUserCog,
} from '@tabler/icons-react'
import { kindDefinition, type NodeIcon, type NodeKind } from '@lathe/nodes'
import { familyColour } from './kind.ts'

export type CardKind = NodeKind | 'start' | 'end'

const ICONS: Record<NodeIcon, typeof IconTool> = {
  book: IconBook2,
  code: IconCode,
  equal: IconEqual,
  hand: IconHandStop,
  robot: IconRobot,
  sparkles: IconSparkles,
  split: IconArrowsSplit2,
  tool: IconTool,
  tools: IconTools,
  user: IconUserCog,
}

const isEnd = (kind: CardKind): kind is 'start' | 'end' => kind === 'start' || kind === 'end'

export const kindTitle = (kind: CardKind): string =>
  kind === 'start' ? 'Start' : kind === 'end' ? 'End' : kindDefinition(kind).title

/** Hue of the node's family. Start and end use the hue of plain steps. */
export const cardColour = (kind: CardKind): string =>
  familyColour(isEnd(kind) ? 'step' : kindDefinition(kind).family)

type NodeKindIconProps = {
  kind: CardKind
  size?: number
}

export function NodeKindIcon({ kind, size = 16 }: NodeKindIconProps) {
  const Icon =
    kind === 'start'
      ? IconPlayerPlay
      : kind === 'end'
        ? IconFlag3
        : ICONS[kindDefinition(kind).icon]
  return (
    <Icon
      size={size}
      stroke={1.75}
      color={cardColour(kind)}
      role="img"
      aria-label={kindTitle(kind)}
      style={{ flex: 'none' }}
    />
  )
}
