import { Button, Menu } from '@mantine/core'
import {
  IconBraces,
  IconDatabase,
  IconFileImport,
  IconMicrophone,
  IconPlugConnected,
  IconPlus,
  IconWorld,
} from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { Keys } from '../../ui/layout/keys.tsx'

const route = getRouteApi('/tools')

export function AddTool() {
  const navigate = route.useNavigate()
  const [isOpen, setOpen] = useState(false)
  const add = (kind: 'http' | 'code' | 'sql' | 'media' | 'openapi' | 'mcp') =>
    void navigate({ search: ({ q }) => ({ q, add: kind }) })

  useHotkeys([{ keys: 'n', label: 'New tool', group: 'Tools', run: () => setOpen(true) }])

  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={14} />} rightSection={<Keys keys="n" />}>
          New tool
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconBraces size={14} />} onClick={() => add('code')}>
          Sandboxed code
        </Menu.Item>
        <Menu.Item leftSection={<IconWorld size={14} />} onClick={() => add('http')}>
          HTTP request
        </Menu.Item>
        <Menu.Item leftSection={<IconDatabase size={14} />} onClick={() => add('sql')}>
          SQL database
        </Menu.Item>
        <Menu.Item leftSection={<IconMicrophone size={14} />} onClick={() => add('media')}>
          Audio and pictures
        </Menu.Item>
        <Menu.Item leftSection={<IconFileImport size={14} />} onClick={() => add('openapi')}>
          OpenAPI operations
        </Menu.Item>
        <Menu.Item leftSection={<IconPlugConnected size={14} />} onClick={() => add('mcp')}>
          MCP server
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
