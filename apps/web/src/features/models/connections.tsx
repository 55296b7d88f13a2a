import type { Connection } from '@lathe/contract'
import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { Keys } from '../../ui/layout/keys.tsx'
import { SplitPane } from '../../ui/layout/split-pane.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { NewConnection } from './new-connection.tsx'
import { presets } from './presets.ts'
import styles from './models.module.css'

const route = getRouteApi('/models')

export function Connections() {
  const { connection: selectedId, preset } = route.useSearch()
  const { data: connections } = useSuspenseQuery(api.models.connections.queryOptions())
  const selected =
    connections.find(({ id, name }) => name === selectedId || id === selectedId) ?? connections[0]
  const isNew = preset !== undefined

  return (
    <SplitPane
      name="connections"
      panes={[
        {
          id: 'list',
          size: '280px',
          min: '200px',
          content: (
            <ConnectionList connections={connections} selected={isNew ? undefined : selected?.id} />
          ),
        },
        {
          id: 'one',
          size: 70,
          min: '320px',
          content: isNew ? (
            <NewConnection key={preset} preset={presets.find(({ name }) => name === preset)} />
          ) : (
            selected && <ConnectionPanel key={selected.id} connection={selected} />
          ),
        },
      ]}
    />
  )
}

type ConnectionListProps = { connections: readonly Connection[]; selected: string | undefined }

function ConnectionList({ connections, selected }: ConnectionListProps) {
  return (
    <nav className={styles.list} aria-label="Connections">
      <ul>
        {connections.map((connection) => (
          <li key={connection.id}>
            <Link
              to="/models"
              search={{ connection: connection.name }}
              aria-current={connection.id === selected ? 'page' : undefined}
            >
              <b>{connection.name}</b>
              <span>{connection.isBuiltIn ? 'Demo model' : connection.baseUrl}</span>
            </Link>
          </li>
        ))}
      </ul>
      <AddMenu />
    </nav>
  )
}

function AddMenu() {
  const navigate = route.useNavigate()
  const [isOpen, setOpen] = useState(false)
  const add = (preset: string) => void navigate({ search: { preset } })
  useHotkeys([{ keys: 'n', label: 'Add connection', group: 'Models', run: () => setOpen(true) }])
  return (
    <Menu position="bottom-start" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          rightSection={<Keys keys="n" />}
        >
          Add connection
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {presets.map(({ name, label }) => (
          <Menu.Item key={name} onClick={() => add(name)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => add('other')}>Other OpenAI-compatible API</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
