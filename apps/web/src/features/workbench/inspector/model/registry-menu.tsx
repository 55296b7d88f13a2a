import { Button, Menu } from '@mantine/core'
import type { Prompt } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'

/** Puts a prompt of the registry in place of the messages; undo brings them back. */
export function RegistryMenu({ onChoose }: { onChoose: (prompt: Prompt) => void }) {
  const { data: prompts = [] } = useQuery(api.prompts.list.queryOptions({ input: {} }))
  const usable = prompts.filter(({ version, isArchived }) => version > 0 && !isArchived)
  if (usable.length === 0) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default">
          From the registry…
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {usable.map(({ name, labels, version }) => (
          <Menu.Item
            key={name}
            onClick={() =>
              onChoose(
                labels.some(({ label }) => label === 'production') ? { name } : { name, version },
              )
            }
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
