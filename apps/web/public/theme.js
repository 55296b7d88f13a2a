// Runs before the first paint: a module script would come too late and the theme would flash.
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('lathe.theme')
  } catch {
    // Storage may be refused; the system's preference then decides.
  }
  var dark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  var theme = dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-theme', theme)
  document.documentElement.setAttribute('data-mantine-color-scheme', theme)
})()
