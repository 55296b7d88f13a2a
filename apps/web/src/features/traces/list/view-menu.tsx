import type { SavedView } from '@lathe/contract'
import { ActionIcon, Button, Menu, Stack, TextInput } from '@mantine/core'
import { IconBell, IconCheck, IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import { useListSearch } from './list-search.ts'
import { TraceRange } from './trace-range.ts'

/** Saved filters, shared in the workspace. */
export function ViewMenu() {
  const { filter, columns, view, change } = useListSearch()
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const { data: views = [] } = useQuery(api.savedViews.list.queryOptions({ input: {} }))
  const current = views.find(({ id }) => id === view)
  const refresh = () => void queries.invalidateQueries({ queryKey: api.savedViews.key() })

  const open = (selected: SavedView) =>
    change({
      filter: selected.filter || undefined,
      range: TraceRange.safeParse(selected.range).data,
      columns: selected.columns.length > 0 ? selected.columns : undefined,
      from: undefined,
      to: undefined,
      view: selected.id,
    })
  const content = { filter: filter.filter, range: filter.range, columns: columns ?? [] }
  const isChanged = current !== undefined && !isSame(current, content)
  const save = async (name: string) => {
    const created = await client.savedViews.create({ name, ...content })
    refresh()
    change({ view: created.id })
    setIsOpen(false)
  }
  const saveChanges = ({ id }: SavedView) =>
    client.savedViews.edit({ id, ...content }).then(refresh, showError)
  const rename = async ({ id }: SavedView, name: string) => {
    await client.savedViews.edit({ id, name })
    refresh()
    setIsOpen(false)
  }
  const restore = ({ id }: SavedView) =>
    client.savedViews.restore({ id }).then(() => {
      refresh()
      // Opens the restored view unless the user has opened another one.
      change((now) => (now.view === undefined ? { view: id } : {}))
    }, showError)
  const remove = (view: SavedView) =>
    client.savedViews.delete({ id: view.id }).then(() => {
      refresh()
      change({ view: undefined })
      showUndoToast({
        message: `View ${view.name} deleted`,
        onUndo: () => void restore(view),
      })
    }, showError)

  return (
    <Menu position="bottom-start" width={260} opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <Button size="xs" variant="default">
          {current ? `View: ${current.name}${isChanged ? ', changed' : ''}` : 'Views'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map((savedView) => (
          <Menu.Item
            key={savedView.id}
            rightSection={savedView.id === view && <IconCheck size={14} />}
            onClick={() => open(savedView)}
          >
            {savedView.name}
          </Menu.Item>
        ))}
        {current && isChanged && (
          <Menu.Item
            leftSection={<IconDeviceFloppy size={14} />}
            onClick={() => void saveChanges(current)}
          >
            Save changes to {current.name}
          </Menu.Item>
        )}
        {current && (
          <Menu.Item leftSection={<IconTrash size={14} />} onClick={() => void remove(current)}>
            Delete {current.name}
          </Menu.Item>
        )}
        {views.length > 0 && <Menu.Divider />}
        <Menu.Item
          leftSection={<IconBell size={14} />}
          renderRoot={(props) => (
            <Link
              to="/alerts/new"
              search={{ filter: filter.filter || undefined, name: current?.name }}
              {...props}
            />
          )}
        >
          Create alert from filter…
        </Menu.Item>
        <Menu.Divider />
        <Stack gap="xs">
          {current && (
            <NameForm
              key={`${current.id} ${current.name}`}
              label={`Rename ${current.name}`}
              button="Rename view"
              start={current.name}
              onSave={(name) => rename(current, name)}
            />
          )}
          <NameForm
            label="Save as view"
            button="Save view"
            placeholder="Slow errors"
            onSave={save}
          />
        </Stack>
      </Menu.Dropdown>
    </Menu>
  )
}

const showError = (error: unknown) => showToast(describeError(error).message, 'error')

type Content = Pick<SavedView, 'filter' | 'range' | 'columns'>

const isSame = (saved: Content, current: Content): boolean =>
  saved.filter === current.filter &&
  (saved.range ?? 'all') === current.range &&
  saved.columns.join() === current.columns.join()

type NameFormProps = {
  label: string
  button: string
  placeholder?: string
  /** The current name. */
  start?: string
  onSave: (name: string) => Promise<void>
}

function NameForm({ label, button, placeholder, start = '', onSave }: NameFormProps) {
  const [input, setInput] = useState(start)
  const name = input.trim()
  const disabledReason = name === '' ? 'Enter a name' : name === start && 'The name has not changed'
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!disabledReason) onSave(name).then(() => setInput(start), showError)
  }
  return (
    <form onSubmit={handleSubmit}>
      <TextInput
        size="xs"
        label={label}
        {...(placeholder !== undefined && { placeholder })}
        maxLength={80}
        rightSection={
          <DisabledReason reason={disabledReason}>
            <ActionIcon type="submit" size="sm" variant="subtle" aria-label={button}>
              <IconDeviceFloppy size={14} />
            </ActionIcon>
          </DisabledReason>
        }
        value={input}
        // Keep typed letters from triggering the menu's shortcuts.
        onKeyDown={(event) => event.stopPropagation()}
        onChange={({ currentTarget: { value } }) => setInput(value)}
      />
    </form>
  )
}
