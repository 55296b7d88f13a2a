type Persisted = {
  persist: { getOptions: () => { name?: string }; rehydrate: () => Promise<void> | void }
}

/** What another tab keeps under the same name is taken over, so that neither tab writes over what the other has. */
export function shareAcrossTabs({ persist }: Persisted): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === persist.getOptions().name) void persist.rehydrate()
  })
}
