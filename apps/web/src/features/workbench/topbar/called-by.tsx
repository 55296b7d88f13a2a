import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Agent, AgentCaller } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../lib/api.ts'
import { plural } from '../../../lib/format.ts'

/** Who calls this agent, and so runs what is published here; nothing where nobody does. */
export function CalledBy({ agent }: { agent: Agent }) {
  const { data: callers = [] } = useQuery(
    api.agents.callers.queryOptions({ input: { agent: agent.id } }),
  )
  if (callers.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronDown size={14} />}>
          Called by {callers.length === 1 ? callers[0]?.name : plural(callers.length, 'agent')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {callers.map((caller) => (
          <Menu.Item
            key={caller.id}
            renderRoot={(props) => (
              <Link
                to="/agents/$agent"
                params={{ agent: caller.slug }}
                search={{ node: nodesOf(caller)[0] }}
                {...props}
              />
            )}
          >
            {caller.name} · {nodesOf(caller).join(', ')}
            {caller.draft.length === 0 && ' (published, no longer in its draft)'}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const nodesOf = ({ draft, published }: AgentCaller) => (draft.length > 0 ? draft : published)
