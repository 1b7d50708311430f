// Package look is how the examples look: a few lines of CSS that all of them share.
package look

import (
	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

const css = `
body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1d2433; background: #f5f6f9 }
h1 { font-size: 1.4rem; margin: 0 0 1rem }
input, button { font: inherit; padding: .35rem .7rem; border: 1px solid #c3c9d6; border-radius: .4rem; background: #fff }
button { background: #2456d6; border-color: #2456d6; color: #fff; cursor: pointer }
button:disabled { opacity: .5; cursor: default }
button[type=button] { background: #fff; color: inherit; border-color: #c3c9d6 }
form, .row { display: flex; gap: .5rem; align-items: center; flex-wrap: wrap }
input { flex: 1; min-width: 0 }
ul { list-style: none; margin: 1rem 0; padding: 0; background: #fff; border: 1px solid #dfe3ec; border-radius: .5rem }
li { padding: .4rem .8rem; border-top: 1px solid #edf0f5 }
li:first-child { border-top: 0 }
ul:empty { display: none }
progress { flex: 1; height: .8rem; accent-color: #2456d6 }
.fault { flex-basis: 100%; margin: 0; color: #b3261e }
`

// Style returns the style of a page, for its head.
func Style() g.Node { return html.StyleEl(g.Raw(css)) }
