import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ListFilter } from './list-search.ts'

const ONE_AGENT = /^(?:agent:([\w-]+))?$/

/** To many replays of what is listed, where it is one agent's or everything. */
export function ReplayManyLink({ filter: { filter, range } }: { filter: ListFilter }) {
  const found = ONE_AGENT.exec(filter.trim())
  if (!found || range !== 'all') return null
  return (
    <Button
      size="xs"
      variant="default"
      renderRoot={(props) => <Link to="/replays" search={{ agent: found[1] }} {...props} />}
    >
      Replay many
    </Button>
  )
}
