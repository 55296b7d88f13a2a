import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconFlask } from '@tabler/icons-react'
import { useState } from 'react'
import { CapsuleItem } from './capsule-item.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Suspense } from '../../../ui/suspense.tsx'

const ToTestDialog = lazyPart(() => import('./to-test-dialog.tsx'), 'ToTestDialog')

/** What else becomes of a recording, beside running it again. */
export function FurtherMenu({ traceId }: { traceId: string }) {
  const [isTesting, setTesting] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" px={6} aria-label="More with this recording">
            <IconChevronDown size={14} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFlask size={14} />}
            aria-haspopup="dialog"
            onClick={() => setTesting(true)}
          >
            To a test…
          </Menu.Item>
          <CapsuleItem traceId={traceId} />
        </Menu.Dropdown>
      </Menu>
      {isTesting && (
        <Suspense fallback={null}>
          <ToTestDialog traceId={traceId} onClose={() => setTesting(false)} />
        </Suspense>
      )}
    </>
  )
}
