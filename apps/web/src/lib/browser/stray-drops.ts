/** The browser would navigate to a file dropped outside a drop zone. */
export function preventStrayDrops(target: EventTarget = window): void {
  for (const type of ['dragover', 'drop'])
    target.addEventListener(type, (event) => {
      if (!(event instanceof DragEvent) || event.defaultPrevented) return
      const { dataTransfer: transfer } = event
      if (!transfer?.types.includes('Files')) return
      if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
      event.preventDefault()
      transfer.dropEffect = 'none'
    })
}
