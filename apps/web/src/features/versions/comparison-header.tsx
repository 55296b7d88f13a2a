import { ActionIcon, Select, Tooltip } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { Agent, AgentVersion } from '@lathe/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { Keys } from '../../ui/keys.tsx'
import { type Comparison, nameOfSide, type Side, sideOfText } from './sides.ts'
import { VersionActions } from './version-actions.tsx'
import styles from './versions.module.css'

const route = getRouteApi('/agents/$agent/versions')

type ComparisonHeaderProps = {
  agent: Agent
  versions: readonly AgentVersion[]
  comparison: Comparison
  summary: string
}

/** Which two are compared, what that comes to, and what can be done with the later one. */
export function ComparisonHeader(props: ComparisonHeaderProps) {
  const { agent, versions, comparison, summary } = props
  const { from, to } = comparison
  const navigate = route.useNavigate()
  const compare = (next: Comparison) =>
    void navigate({ search: { from: String(next.from), to: String(next.to) }, replace: true })
  const swap = () => compare({ from: to, to: from })
  const shown = versions.find(({ number }) => number === to)

  useHotkeys([{ keys: 'x', label: 'Turn the comparison round', group: 'Versions', run: swap }])

  return (
    <header className={styles.header}>
      <SideSelect
        label="Compare"
        side={from}
        versions={versions}
        onChange={(side) => compare({ from: side, to })}
      />
      <Tooltip
        label={
          <>
            Turn round <Keys keys="x" />
          </>
        }
      >
        <ActionIcon variant="subtle" color="gray" aria-label="Turn round" onClick={swap}>
          <IconArrowsExchange size={16} />
        </ActionIcon>
      </Tooltip>
      <SideSelect
        label="With"
        side={to}
        versions={versions}
        onChange={(side) => compare({ from, to: side })}
      />
      <h2 className={styles.summary}>{summary}</h2>
      {shown && <VersionActions agent={agent} version={shown} />}
    </header>
  )
}

type SideSelectProps = {
  label: string
  side: Side
  versions: readonly AgentVersion[]
  onChange: (side: Side) => void
}

function SideSelect({ label, side, versions, onChange }: SideSelectProps) {
  const sides: Side[] = ['draft', ...versions.map(({ number }) => number), 'empty']
  return (
    <Select
      aria-label={label}
      size="xs"
      w={104}
      allowDeselect={false}
      data={sides.map((each) => ({ value: String(each), label: nameOfSide(each) }))}
      value={String(side)}
      onChange={(value) => {
        const chosen = sideOfText(value)
        if (chosen !== undefined) onChange(chosen)
      }}
    />
  )
}
