import { ActionIcon, Button, Menu, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { RunStatus, SpanKind } from '@lathe/contract'
import { FilterBar } from '../../ui/fields/filter-bar.tsx'
import { IdChip } from '../../ui/status/id-chip.tsx'
import { KindIcon, kindName } from '../../ui/status/kind-icon.tsx'
import { Cost, Count, Duration, Tokens } from '../../ui/status/quantities.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import styles from './gallery.module.css'

const COMPLETIONS = ['status:error', 'status:running', 'agent:support', 'agent:research']

export function ControlSamples() {
  const [query, setQuery] = useState('status:error ')
  const [openedAt] = useState(() => Date.now() * 1_000)

  return (
    <div className={styles.stack}>
      <FilterBar
        query={query}
        onQueryChange={setQuery}
        placeholder="Filter the runs"
        completions={COMPLETIONS}
        chips={[{ id: 'status', label: 'status: error', onRemove: () => setQuery('') }]}
        onClear={() => setQuery('')}
      />
      <div className={styles.line}>
        <Button>Run</Button>
        <Button variant="default">Save version</Button>
        <Button variant="subtle">Cancel</Button>
        <Button color="red">Delete</Button>
        <Button variant="light" color="red" disabled>
          Disabled
        </Button>
        <Menu>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label="More">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>Rename</Menu.Item>
            <Menu.Item color="red">Delete</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={styles.line}>
        <TextInput label="Name" placeholder="support" description="Lower case and dashes" />
        <TextInput label="Slug" defaultValue="Support!" error="lower-case letters and dashes" />
        <NumberInput label="Retries" defaultValue={2} />
        <Select label="Model" data={['demo-1', 'demo-fast']} defaultValue="demo-1" />
        <Switch label="Live" defaultChecked />
      </div>
      <div className={styles.line}>
        {RunStatus.options.map((status) => (
          <StatusIcon key={status} status={status} hasLabel />
        ))}
      </div>
      <div className={styles.line}>
        {SpanKind.options.map((kind) => (
          <span key={kind}>
            <KindIcon kind={kind} /> {kindName(kind)}
          </span>
        ))}
      </div>
      <div className={styles.line}>
        <Duration ms={2_731.25} /> <Count value={67_240} unit="tokens" />
        <Tokens usage={{ input: 67_240, output: 1_210, cachedRead: 60_000 }} />{' '}
        <Cost nanos={298_123} />
        <Cost nanos={null} /> <RelativeTime time={openedAt} />
        <IdChip id="0198c0de-7000-7000-8000-000000000000" objectName="run" />
      </div>
      <div className={styles.line}>
        <Button
          variant="default"
          onClick={() =>
            showUndoToast({ message: 'Agent support deleted', onUndo: () => showToast('Restored') })
          }
        >
          Delete with undo
        </Button>
        <Button variant="default" onClick={() => showToast('The draft was not saved', 'error')}>
          Fail
        </Button>
      </div>
    </div>
  )
}
