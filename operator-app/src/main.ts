import '@fontsource-variable/inter/index.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/floating.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { keepDroppedFilesOut } from './browser/dropped-files.ts'
import { registerServiceWorker } from './browser/service-worker.ts'
import { ignoreStrayPresses } from './browser/stray-presses.ts'

const target = document.getElementById('app')
if (!target) throw new Error('The page has no #app element.')
keepDroppedFilesOut()
ignoreStrayPresses()
mount(App, { target })
registerServiceWorker()
