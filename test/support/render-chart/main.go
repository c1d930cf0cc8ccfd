// Renders a Helm chart with the engine that Helm uses, Go's templates with sprig, and prints the manifests as a JSON array.
// Usage: render-chart <folder of the chart> [<path of a value>=<value in YAML> ...]
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	yaml "gopkg.in/yaml.v2"
)

type object = map[string]interface{}

func main() {
	chart, values := os.Args[1], parse(read(os.Args[1]+"/values.yaml")).(object)
	for _, change := range os.Args[2:] {
		path, value, _ := strings.Cut(change, "=")
		set(values, strings.Split(path, "."), parse([]byte(value)))
	}
	about := parse(read(chart + "/Chart.yaml")).(object)
	templates := template.New("chart").Option("missingkey=error")
	templates.Funcs(functions(templates))
	files, err := filepath.Glob(chart + "/templates/*")
	check(err)
	for _, file := range files {
		template.Must(templates.New(file).Parse(string(read(file))))
	}
	input := object{
		"Values":  values,
		"Chart":   object{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release": object{"Name": "chat", "Service": "Helm", "Namespace": "default"},
	}
	manifests := []interface{}{}
	for _, file := range files {
		var text bytes.Buffer
		check(templates.ExecuteTemplate(&text, file, input))
		for _, document := range strings.Split(text.String(), "\n---") {
			if manifest := parse([]byte(document)); manifest != nil {
				manifests = append(manifests, manifest)
			}
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(manifests))
}

// The functions that Helm adds to sprig, as far as charts here use them.
func functions(templates *template.Template) template.FuncMap {
	all := sprig.TxtFuncMap()
	all["include"] = func(name string, input interface{}) (string, error) {
		var text bytes.Buffer
		err := templates.ExecuteTemplate(&text, name, input)
		return text.String(), err
	}
	all["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	return all
}

func set(values object, path []string, value interface{}) {
	for _, name := range path[:len(path)-1] {
		values = values[name].(object)
	}
	values[path[len(path)-1]] = value
}

func read(file string) []byte {
	text, err := os.ReadFile(file)
	check(err)
	return text
}

func parse(text []byte) interface{} {
	var value interface{}
	check(yaml.UnmarshalStrict(text, &value))
	return named(value)
}

// With names as keys, as JSON and templates need them.
func named(value interface{}) interface{} {
	switch typed := value.(type) {
	case map[interface{}]interface{}:
		all := object{}
		for key, each := range typed {
			all[fmt.Sprint(key)] = named(each)
		}
		return all
	case []interface{}:
		for index, each := range typed {
			typed[index] = named(each)
		}
	}
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
