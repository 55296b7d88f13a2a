import { Modal } from '@mantine/core'
import { useHotkeyRegistry } from '../lib/browser/hotkeys.ts'
import { Keys } from '../ui/layout/keys.tsx'
import { closeKeySheet, useDialogs } from './dialog-store.ts'
import styles from './key-sheet.module.css'

/** All hotkeys of the current page. */
export function KeySheet() {
  const isOpen = useDialogs((state) => state.isKeySheetOpen)

  return (
    <Modal opened={isOpen} onClose={closeKeySheet} title="Keyboard shortcuts" size="lg">
      <KeyList />
    </Modal>
  )
}

function KeyList() {
  const hotkeys = useHotkeyRegistry((state) => state.hotkeys)
  const bound = hotkeys.flatMap(({ keys, ...rest }) =>
    keys === undefined ? [] : [{ keys, ...rest }],
  )
  const latest = new Map(bound.map((hotkey) => [hotkey.keys, hotkey]))
  const groups = Map.groupBy(latest.values(), (hotkey) => hotkey.group)

  return (
    <div className={styles.groups}>
      {[...groups].map(([group, members]) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl className={styles.list}>
            {members.map((hotkey) => (
              <div key={hotkey.keys} className={styles.row}>
                <dt>{hotkey.label}</dt>
                <dd>
                  <Keys keys={hotkey.keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
