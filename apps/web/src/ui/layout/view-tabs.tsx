import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import styles from './view-tabs.module.css'

export type ViewTab<Value extends string> = {
  value: Value
  label: string
  /** Shown after the label, such as a count. */
  note?: ReactNode
}

type ViewTabsProps<Value extends string> = {
  /** Links tabs to panels made with `tabPanel`. */
  id?: string
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly ViewTab<Value>[]
  /** Read from the search parameter that `onChange` sets, so that a link restores the tab. */
  value: Value
  onChange: (value: Value) => void
  /** Binds 1, 2, 3 … to the tabs. */
  hasDigitKeys?: boolean
  /** Shown at the right edge of the row. */
  actions?: ReactNode
}

const panelId = (id: string, value: string) => `${id}-panel-${value}`

/** Props that make an element the panel of a tab in the `ViewTabs` with this id. */
export const tabPanel = (id: string, value: string) => ({
  role: 'tabpanel',
  id: panelId(id, value),
  'aria-labelledby': `${id}-tab-${value}`,
})

/** Tab list only. The page renders the panel of `value`. */
export function ViewTabs<Value extends string>(props: ViewTabsProps<Value>) {
  const { id, label, tabs, value, onChange, hasDigitKeys = false, actions } = props

  useHotkeys(
    hasDigitKeys
      ? tabs.map((tab, index) => ({
          keys: String(index + 1),
          label: `${label}: ${tab.label}`,
          group: 'Views',
          run: () => onChange(tab.value),
        }))
      : [],
  )

  return (
    <Tabs
      {...(id !== undefined && { id })}
      className={styles.root}
      value={value}
      onChange={(selected) => {
        const tab = tabs.find((tab) => tab.value === selected)
        if (tab) onChange(tab.value)
      }}
    >
      <Tabs.List aria-label={label} className={styles.list ?? ''}>
        {tabs.map((tab, index) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            title={hasDigitKeys ? `${tab.label} (${index + 1})` : undefined}
            aria-controls={id !== undefined && tab.value === value ? panelId(id, value) : undefined}
          >
            {tab.label}
            {tab.note !== undefined && <span className={styles.note}>{tab.note}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {actions && <span className={styles.actions}>{actions}</span>}
    </Tabs>
  )
}
