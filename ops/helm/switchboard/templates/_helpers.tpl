{{- define "switchboard.name" -}}
{{- if contains "switchboard" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-switchboard{{ end }}
{{- end }}

{{- define "switchboard.selector" -}}
app.kubernetes.io/name: switchboard
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "switchboard.labels" -}}
{{ include "switchboard.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "switchboard.claim" -}}
{{ .Values.files.existingClaim | default (printf "%s-files" (include "switchboard.name" .)) }}
{{- end }}

{{/* The volume of /data. With a file store, it only has uploads that are being received. */}}
{{- define "switchboard.files" -}}
{{- if .Values.files.shared -}}
persistentVolumeClaim: { claimName: {{ include "switchboard.claim" . }} }
{{- else -}}
emptyDir: {}
{{- end }}
{{- end }}

{{/* What every container has: the image, no rights, secrets as files. */}}
{{- define "switchboard.container" -}}
image: {{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
  - { name: DATABASE_URL_FILE, value: /run/secrets/switchboard/DATABASE_URL }
  - { name: SECRET_KEY_FILE, value: /run/secrets/switchboard/SECRET_KEY }
  - { name: REDIS_URL_FILE, value: /run/secrets/switchboard/REDIS_URL }
  {{- range .root.Values.optionalSecrets }}
  - { name: {{ . }}_FILE, value: /run/secrets/switchboard/{{ . }} }
  {{- end }}
  {{- range $name, $value := .root.Values.env }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
{{- end }}

{{- define "switchboard.pod" -}}
serviceAccountName: default
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end }}
