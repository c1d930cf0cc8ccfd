import base from './look/base.css?inline'
import composer from './look/composer.css?inline'
import conversation from './look/conversation.css?inline'
import forcedColors from './look/forced-colors.css?inline'
import forms from './look/forms.css?inline'
import home from './look/home.css?inline'
import messages from './look/messages.css?inline'
import panel from './look/panel.css?inline'

/**
 * All styles as one sheet to adopt: a `<style>` element would need `'unsafe-inline'` in the page's policy. They are not
 * scoped by component, because the shadow root is a scope already, and a name for each component would weigh more.
 */
export function createStyleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync([base, panel, conversation, messages, composer, home, forms, forcedColors].join(''))
  return sheet
}
